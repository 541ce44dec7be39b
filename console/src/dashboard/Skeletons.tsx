import { Skeleton } from "@mantine/core";
import classes from "./Dashboard.module.css";
import key from "./KeyFigures.module.css";
import figure from "./parts/Figure.module.css";

const times = (n: number) => Array.from({ length: n }, (_, index) => index);

/** The placeholder of the page while the server counts. */
export function DashboardSkeleton() {
  return (
    <div className={classes.content} aria-hidden="true">
      <div className={key.figures}>
        <div className={key.main}>{times(3).map(tile)}</div>
        <div className={key.others}>{times(6).map(tile)}</div>
      </div>
      <FiguresSkeleton />
    </div>
  );
}

const tile = (index: number) => (
  <div key={index} className={key.tile}>
    <Skeleton className={key.label} height={12} width="6rem" my={4} />
    <Skeleton className={key.value} height={20} width="7rem" my={6} />
    <Skeleton className={key.before} height={12} width="8rem" my={4} />
  </div>
);

export function FiguresSkeleton() {
  return times(3).map((index) => (
    <div key={index} className={figure.figure} aria-hidden="true">
      <div className={figure.head}>
        <Skeleton height={16} width="12rem" my={4} />
        <Skeleton height={12} width="20rem" maw="100%" my={6} />
      </div>
      <div className={figure.body}>
        <Skeleton height={290} opacity={0.4} />
      </div>
    </div>
  ));
}
