import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParked, worklistQuery } from "@/features/desk/worklist/api";
import { formatCount } from "@/format";
import { useOperator } from "@/session/operator";
import classes from "./SideMenu.module.css";

const MAX_SHOWN = 99;

/**
 * Shows how many worklist items the chosen operator has and, for administrators, the platform; nothing at
 * zero.
 */
export function WorklistBadge() {
  const operator = useOperator();
  const { data } = useQuery({
    ...worklistQuery(operator?.id ?? 0),
    enabled: operator !== null,
  });
  const parked = useParked().data;
  const total = (data?.total ?? 0) + (parked?.total ?? 0);
  if (total === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{total > MAX_SHOWN ? `${MAX_SHOWN}+` : total}</span>
      <VisuallyHidden>, {formatCount(total)} en attente</VisuallyHidden>
    </span>
  );
}
