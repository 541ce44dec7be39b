const WIDTH = 100;
const HEIGHT = 32;

/** A line without scale or words; the chart below the tiles has both. */
export function Trend({ values }: { values: number[] }) {
  const most = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length - 1, 1);
  const line = values
    .map(
      (value, index) => `${(index * step).toFixed(2)},${(HEIGHT * (1 - value / most)).toFixed(2)}`,
    )
    .join(" ");
  if (values.length < 2) return null;
  return (
    <svg
      width="100%"
      height={48}
      display="block"
      overflow="visible"
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon
        fill="var(--hue-1)"
        opacity={0.1}
        points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`}
      />
      <polyline
        fill="none"
        stroke="var(--hue-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        points={line}
      />
    </svg>
  );
}
