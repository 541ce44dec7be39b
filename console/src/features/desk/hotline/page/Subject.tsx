import { IconMail, IconPhone } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ActiveChip } from "@/entities/account/ActiveChip";
import { personName } from "@/entities/account/names";
import { DoorChip } from "@/entities/locker/DoorChip";
import { isSpace } from "@/entities/locker/space";
import { formatPhone } from "@/format";
import { mailto } from "@/format/mailto";
import { useCan } from "@/session/rights";
import { StatusChip, type StatusColor } from "@/ui/feedback/StatusChip";
import { DetailCard } from "@/ui/layout/DetailCard";
import type { Call } from "../api";
import { momentOf } from "./moments";
import classes from "./page.module.css";

const STATES: Record<NonNullable<Call["casier"]>["etat"], StatusColor> = {
  Libre: "green",
  Occupé: "orange",
  Inactif: "red",
};

/** The person of the call: name, telephone, e-mail, state. */
export function Customer({ customer }: { customer: NonNullable<Call["usager"]> }) {
  const { id, email, telephone } = customer;
  return (
    <DetailCard title="Usager">
      <p className={classes.name}>
        <Link to="/gestion-utilisateurs-exploitant/$id/details" params={{ id: String(id) }}>
          {personName(customer)}
        </Link>
        <ActiveChip account={customer} />
      </p>
      <ul className={classes.contacts}>
        {telephone && (
          <li>
            <IconPhone size={18} stroke={1.75} aria-hidden />
            <a href={`tel:${telephone.replace(/[^\d+]/g, "")}`}>{formatPhone(telephone)}</a>
          </li>
        )}
        {email && (
          <li>
            <IconMail size={18} stroke={1.75} aria-hidden />
            <a href={mailto(email)}>{email}</a>
          </li>
        )}
      </ul>
    </DetailCard>
  );
}

/** The locker of the call: place, state, door, controller. */
export function Door({ door }: { door: NonNullable<Call["casier"]> }) {
  const { nom, station, type, complement, etat, controleur, porte, stationActive } = door;
  const mayManage = useCan("DROIT_STATIONS_LECTURE");
  const space = isSpace(door);
  return (
    <DetailCard title={space ? "Espace" : "Casier"}>
      <p className={classes.name}>
        {mayManage ? (
          <Link
            to="/tb-stations/$id/details"
            params={{ id: String(station.id) }}
            search={{ ouvertes: [door.id] }}
            hash={`casier-${door.id}`}
          >
            {nom}
          </Link>
        ) : (
          nom
        )}
        <StatusChip color={STATES[etat]} label={etat} />
      </p>
      <p className={classes.place}>
        {[station.nom, type.nom, complement].filter(Boolean).join(" · ")}
      </p>
      {space && (
        <p className={classes.place}>
          {door.nombreOccupees} places occupées sur {door.nbMaxSpaces}
        </p>
      )}
      <div className={classes.chips}>
        {!stationActive && <StatusChip color="red" label="Station inactive" />}
        {controleur?.muetteDepuis && (
          <StatusChip
            color="red"
            label={`Station muette depuis ${momentOf(controleur.muetteDepuis)}`}
          />
        )}
        <DoorChip door={porte ?? undefined} />
      </div>
    </DetailCard>
  );
}
