import type { UseQueryResult } from "@tanstack/react-query";
import type { Tariff } from "../queries";
import type { OperatorStation } from "./stations/StationsSection";

export type TariffProps = {
  tariff: Tariff;
  /** All those of the operator, where the tariff may be made to apply. */
  stations: UseQueryResult<OperatorStation[]>;
};
