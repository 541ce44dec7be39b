import type { UseQueryResult } from "@tanstack/react-query";
import type { Tariff } from "../api";
import type { OperatorStation } from "./stations/StationsSection";

export type TariffProps = {
  tariff: Tariff;
  /** The operator's stations, to which the tariff may be applied. */
  stations: UseQueryResult<OperatorStation[]>;
};
