import { withMinus } from "./minus";

const integer = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 0 });
const percentChange = new Intl.NumberFormat("fr-FR", {
  style: "percent",
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});

/** 12345 → « 12 345 ». */
export const formatCount = (n: number) => integer.format(n);

/** The number of rows of a list; `totalPlafonne`: there are more. */
export const formatTotal = ({
  total,
  totalPlafonne,
}: {
  total: number;
  totalPlafonne?: boolean | undefined;
}) => `${totalPlafonne ? "plus de\u00a0" : ""}${formatCount(total)}`;

/** 0.125 → « +12,5 % »: a relative difference. */
export const formatPercentChange = (ratio: number) => withMinus(percentChange.format(ratio));
