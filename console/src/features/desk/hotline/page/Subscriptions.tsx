import { formatDate } from "@/format";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import type { Call } from "../api";
import classes from "./page.module.css";

type Subscription = Call["abonnements"][number];

/** The subscriptions of the person, with what is left of each. */
export function Subscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  return (
    <Block title="Abonnements" bare>
      <ul className={classes.payments}>
        {subscriptions.map(({ id, libelle, libellePublic, debut, fin }) => {
          const over = fin !== null && Date.parse(fin) <= Date.now();
          return (
            <li key={id} className={classes.payment}>
              <p className={classes.paymentHead}>
                <span className={classes.paymentName}>
                  {libellePublic || libelle}
                  <span className={classes.since}>
                    {fin
                      ? `du ${formatDate(debut)} au ${formatDate(fin)}`
                      : `depuis le ${formatDate(debut)}`}
                  </span>
                </span>
                <StatusChip color={over ? "grey" : "green"} label={over ? "Terminé" : "En cours"} />
              </p>
            </li>
          );
        })}
      </ul>
    </Block>
  );
}
