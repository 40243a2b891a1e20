"""The core: items, orders, events, effects, chance and the kernel. No vendor, no clock (design.md law 1)."""
