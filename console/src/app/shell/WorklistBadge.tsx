import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useOperator } from "@/auth/operator";
import { useParked } from "@/features/worklist/parked";
import { attentionQuery } from "@/features/worklist/queries";
import { formatCount } from "@/shared/format";
import classes from "./SideMenu.module.css";

const MOST = 99;

/**
 * Shows how many worklist items the chosen operator has and, for administrators, the platform; nothing at
 * zero.
 */
export function AttentionBadge() {
  const operator = useOperator();
  const { data } = useQuery({
    ...attentionQuery(operator?.id ?? 0),
    enabled: operator !== null,
  });
  const parked = useParked().data;
  const total = (data?.total ?? 0) + (parked?.total ?? 0);
  if (total === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{total > MOST ? `${MOST}+` : total}</span>
      <VisuallyHidden>, {formatCount(total)} en attente</VisuallyHidden>
    </span>
  );
}
