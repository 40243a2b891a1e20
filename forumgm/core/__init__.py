"""The core: items, orders, events, effects, chance and the kernel. No vendor, no clock (design.md law 1).

items, orders       what the forum brings, and what somebody wants done
verbs, reading      what a game understands, as rows; how a text reads
events, effects     what happened, and what should be said because of it
errors              the ways to say no
chance              draws that anybody can check
kernel              one step of any rule system, and replay
"""
