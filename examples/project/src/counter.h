#pragma once

void counter_add(void);
int counter_get(void);
