import "@mantine/charts/styles.layer.css";
import type { Figures } from "../types";
import classes from "./AllFigures.module.css";
import { Customers } from "./Customers";
import { Durations } from "./Durations";
import { Hours } from "./Hours";
import { Limits } from "./Limits";
import { Lockers } from "./Lockers";
import { Money } from "./Money";
import { Occupancy } from "./Occupancy";
import { Statuses } from "./Statuses";
import { Stays } from "./Stays";
import { Tariffs } from "./Tariffs";

/** Every figure of the page, the most frequently needed first. */
export default function AllFigures({ figures }: { figures: Figures }) {
  return (
    <>
      <Stays figures={figures} />
      <Money figures={figures} />
      <Hours figures={figures} />
      <Occupancy figures={figures} />
      <div className={classes.pair}>
        <Tariffs figures={figures} />
        <Statuses figures={figures} />
      </div>
      <div className={classes.row}>
        <Durations figures={figures} />
        <Limits figures={figures} />
        <Customers figures={figures} />
      </div>
      <Lockers figures={figures} />
    </>
  );
}
