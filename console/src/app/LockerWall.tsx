const COLUMNS = 7;
const ROWS = 10;
const STEP = 76;

/** Returns the colour of a door: most look shut, some open, some occupied. */
function tone(column: number, row: number): string {
  const mark = (column * 7 + row * 11 + column * row * 3) % 13;
  if (mark === 0) return "#7fccc3";
  return mark < 4 ? "#178078" : "#13716a";
}

/** A decorative drawing of a wall of lockers. */
export function LockerWall({ className }: { className?: string }) {
  const doors = Array.from(
    { length: COLUMNS * ROWS },
    (_, index) => [index % COLUMNS, Math.floor(index / COLUMNS)] as const,
  );
  return (
    <svg
      className={className}
      viewBox={`0 0 ${COLUMNS * STEP} ${ROWS * STEP}`}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      {doors.map(([column, row]) => {
        const x = column * STEP + 5;
        const y = row * STEP + 5;
        const color = tone(column, row);
        return (
          <g key={`${column}-${row}`}>
            <rect x={x} y={y} width={STEP - 10} height={STEP - 10} rx={9} fill={color} />
            <circle cx={x + 53} cy={y + 33} r={3.5} fill="#0f6660" />
          </g>
        );
      })}
    </svg>
  );
}
