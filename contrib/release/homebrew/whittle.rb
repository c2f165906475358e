class Whittle < Formula
  desc "Software model checker for concurrent C programs"
  homepage "https://whittle.dev"
  license "Apache-2.0"
  head "https://whittle.dev/whittle.git", branch: "main"

  depends_on "go" => :build

  def install
    ENV["CGO_ENABLED"] = "0"
    system "go", "build", *std_go_args(ldflags: "-s -w"), "./cmd/whittle"
    system bin/"whittle", "man", "-o", man1
    generate_completions_from_executable(bin/"whittle", "completion")
  end

  test do
    (testpath/"one.c").write <<~C
      #include <assert.h>
      int main(void) { int x = 1; assert(x == 1); }
    C
    assert_equal "true", shell_output("#{bin}/whittle check one.c").lines.last.chomp
  end
end
