import { Link } from "@tanstack/react-router";
import { personName } from "@/entities/account/names";
import { isSpace } from "@/entities/locker/space";
import { StayFlags } from "@/entities/stay/StayFlags";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { formatDuration } from "@/format";
import { Block } from "@/ui/layout/Block";
import type { Call } from "../api";
import { momentOf } from "./moments";
import { placeOf } from "./naming";
import classes from "./page.module.css";

type Stay = Call["enCours"][number];

/** The stays in progress, each with its price so far and why. */
export function Stays({ call: { enCours, usager, casier } }: { call: Call }) {
  return (
    <Block title="En cours">
      {enCours.length === 0 ? (
        <p className={classes.none}>
          {usager
            ? "Cette personne n'a aucune utilisation en cours."
            : "Personne n'a d'utilisation en cours derrière cette porte."}
        </p>
      ) : (
        <ul className={classes.stays}>
          {enCours.map((stay) => (
            <StayItem key={stay.id} stay={stay} person={usager?.id} door={casier?.id} />
          ))}
        </ul>
      )}
    </Block>
  );
}

type StayItemProps = {
  stay: Stay;
  /** The person and the locker of the call. */
  person: number | undefined;
  door: number | undefined;
};

function StayItem({ stay, person, door }: StayItemProps) {
  const { casier, debutOccupation, occupationPrix, tarif, user } = stay;
  const { dureeStationnementNormal, dureeStationnementDepassement } = occupationPrix;
  return (
    <li className={classes.stay}>
      <div>
        <p className={classes.name}>
          {placeOf(stay)} <StayFlags stay={stay} />
        </p>
        <p className={classes.place}>
          Depuis <time dateTime={debutOccupation}>{momentOf(debutOccupation)}</time>, durée
          comptée&nbsp;: {formatDuration(dureeStationnementNormal + dureeStationnementDepassement)}
        </p>
        {person !== undefined && door !== casier.id && (
          <p className={classes.place} data-no-print>
            <Link to="/recit" search={{ usager: person, casier: casier.id }}>
              Récit devant {isSpace(casier) ? "cet espace" : "ce casier"}
            </Link>
          </p>
        )}
        {/* Accounts that may not read about people get no customer. */}
        {person === undefined && user.id > 0 && (
          <p className={classes.place}>
            {personName(user)}
            <span data-no-print>
              {" · "}
              <Link to="/recit" search={{ usager: user.id, casier: door }}>
                Son récit d'appel
              </Link>
            </span>
          </p>
        )}
      </div>
      <div>
        <h3 className={classes.small}>Pourquoi ce prix</h3>
        <p className={classes.place}>{tarif?.libelle ?? "Aucune condition tarifaire"}</p>
        <PriceLines
          lines={occupationPrix.lignes ?? []}
          totalLabel="Prix actuel"
          total={occupationPrix.prixActuel}
        />
      </div>
    </li>
  );
}
