"""Picture values as text and as SVG."""
