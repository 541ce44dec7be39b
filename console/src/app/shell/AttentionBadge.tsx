import { VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useOperator } from "@/auth/operator";
import { attentionQuery } from "@/features/a-traiter/queries";
import { formatCount } from "@/shared/format";
import classes from "./SideMenu.module.css";

const MOST = 99;

/** How much waits at the chosen operator; nothing when nothing does. */
export function AttentionBadge() {
  const operator = useOperator();
  const { data } = useQuery({
    ...attentionQuery(operator?.id ?? 0),
    enabled: operator !== null,
  });
  if (!data?.total) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden="true">{data.total > MOST ? `${MOST}+` : data.total}</span>
      <VisuallyHidden>, {formatCount(data.total)} en attente</VisuallyHidden>
    </span>
  );
}
