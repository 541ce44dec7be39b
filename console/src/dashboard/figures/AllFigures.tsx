import "@mantine/charts/styles.layer.css";
import { SimpleGrid } from "@mantine/core";
import type { Figures } from "../types";
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
      <SimpleGrid minColWidth="min(26rem, 100%)" autoFlow="auto-fit" spacing="sm">
        <Tariffs figures={figures} />
        <Statuses figures={figures} />
      </SimpleGrid>
      <SimpleGrid minColWidth="min(19rem, 100%)" autoFlow="auto-fit" spacing="sm">
        <Durations figures={figures} />
        <Limits figures={figures} />
        <Customers figures={figures} />
      </SimpleGrid>
      <Lockers figures={figures} />
    </>
  );
}
