"""The ground: values and text. Boards, profiles, positions, events, orders, refusals, names; nothing here knows a rule."""
