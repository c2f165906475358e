target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
%struct.s = type { i32, %struct.s* }
@g = global %struct.s { i32 1, %struct.s* @g }, align 8, !dbg !0
@f2 = alias i32 (i32), i32 (i32)* @f
@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] [{ i32, void ()*, i8* } { i32 65535, void ()* @init, i8* null }]
define internal void @init() section ".text.startup" personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  %1 = invoke i32 @f(i32 1) to label %2 unwind label %3
2:
  ret void
3:
  %4 = landingpad { i8*, i32 } cleanup catch i8* null filter [0 x i8*] zeroinitializer
  resume { i8*, i32 } %4
}
declare i32 @__gxx_personality_v0(...)
define i32 @f(i32 noundef %x) #0 !dbg !4 {
entry:
  switch i32 %x, label %out [ i32 1, label %loop ]
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %j = add nsw i32 %i, 1, !dbg !5
  %c = icmp slt i32 %j, 10
  br i1 %c, label %loop, label %out
out:
  ret i32 0
}
attributes #0 = { nounwind "x"="y" }
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "g", line: 4)
!4 = distinct !DISubprogram(name: "f", flags: DIFlagA | DIFlagB)
!5 = !DILocation(line: 7, column: 3, scope: !4)
