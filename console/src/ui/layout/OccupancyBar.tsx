import classes from "./OccupancyBar.module.css";

type OccupancyBarProps = { free: number; occupied: number; inactive: number };

/** A thin bar with the shares of occupied, free and inactive places; the numbers stand beside it in words. */
export function OccupancyBar({ free, occupied, inactive }: OccupancyBarProps) {
  return (
    <span className={classes.bar} aria-hidden="true">
      <Share status="orange" size={occupied} />
      <Share status="green" size={free} />
      <Share status="red" size={inactive} />
    </span>
  );
}

function Share({ status, size }: { status: string; size: number }) {
  if (size <= 0) return null;
  return <span data-status={status} style={{ flexGrow: size }} />;
}
