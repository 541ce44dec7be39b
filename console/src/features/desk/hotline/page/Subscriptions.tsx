import { formatDate } from "@/format";
import { TariffLink } from "@/kit/routing/NamedLinks";
import { StatusChip } from "@/ui/feedback/StatusChip";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import type { Call } from "../api";
import { Paid } from "./Payments";
import classes from "./page.module.css";

type Subscription = Call["abonnements"][number];

/** The subscriptions of the person, with what is left of each. */
export function Subscriptions({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  return (
    <Block title="Abonnements">
      <PlainList className={classes.items}>
        {subscriptions.map(({ id, tarif, libelle, libellePublic, debut, fin }) => {
          const over = fin !== null && Date.parse(fin) <= Date.now();
          const days = fin
            ? `du ${formatDate(debut)} au ${formatDate(fin)}`
            : `depuis le ${formatDate(debut)}`;
          return (
            <li key={id}>
              <Paid
                name={<TariffLink tariff={{ id: tarif.id, nom: libellePublic || libelle }} />}
                days={days}
              >
                <StatusChip color={over ? "grey" : "green"} label={over ? "Terminé" : "En cours"} />
              </Paid>
            </li>
          );
        })}
      </PlainList>
    </Block>
  );
}
