"""From large to small: what of a large log decides one window."""
