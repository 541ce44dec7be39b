import { Group, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { personName } from "@/entities/account/names";
import { isSpace } from "@/entities/locker/space";
import { StayFlags } from "@/entities/stay/StayFlags";
import { PriceLines } from "@/entities/tariff/PriceLines";
import { formatDuration } from "@/format";
import { LockerLink, PersonLink, StationLink, TariffLink } from "@/kit/routing/NamedLinks";
import { Block } from "@/ui/layout/Block";
import { PlainList } from "@/ui/layout/PlainList";
import type { Call } from "../api";
import { momentOf } from "./moments";
import classes from "./page.module.css";

type Stay = Call["enCours"][number];

/** The stays in progress, each with its price so far and why. */
export function Stays({ call: { enCours, usager, casier } }: { call: Call }) {
  return (
    <Block title="En cours">
      {enCours.length === 0 ? (
        <Text c="dimmed">
          {usager
            ? "Cette personne n'a aucune utilisation en cours."
            : "Personne n'a d'utilisation en cours derrière cette porte."}
        </Text>
      ) : (
        <PlainList className={classes.items}>
          {enCours.map((stay) => (
            <StayItem key={stay.id} stay={stay} person={usager?.id} door={casier?.id} />
          ))}
        </PlainList>
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
  const { casier, station, debutOccupation, occupationPrix, tarif, user } = stay;
  const { dureeStationnementNormal, dureeStationnementDepassement } = occupationPrix;
  return (
    <li className={classes.stay}>
      <div>
        <Group gap="4 12" fw={650}>
          <span>
            {isSpace(casier) ? "Espace" : "Casier"} <LockerLink station={station} locker={casier} />
            , <StationLink station={station} />
          </span>
          <StayFlags stay={stay} />
        </Group>
        <Text c="dimmed">
          Depuis <time dateTime={debutOccupation}>{momentOf(debutOccupation)}</time>, durée
          comptée&nbsp;: {formatDuration(dureeStationnementNormal + dureeStationnementDepassement)}
        </Text>
        {person !== undefined && door !== casier.id && (
          <Text data-no-print>
            <Link to="/recit" search={{ usager: person, casier: casier.id }}>
              Récit devant {isSpace(casier) ? "cet espace" : "ce casier"}
            </Link>
          </Text>
        )}
        {/* Accounts that may not read about people get no customer. */}
        {person === undefined && user.id > 0 && (
          <Text c="dimmed">
            <PersonLink person={user} name={personName(user)} scope={stay.exploitant} />
            <span data-no-print>
              {" · "}
              <Link to="/recit" search={{ usager: user.id, casier: door }}>
                Son récit d'appel
              </Link>
            </span>
          </Text>
        )}
      </div>
      <div>
        <Title order={3} fz={13} mb={4}>
          Pourquoi ce prix
        </Title>
        <Text c="dimmed" mb="xs">
          {tarif ? (
            <TariffLink tariff={{ id: tarif.id, nom: tarif.libelle }} />
          ) : (
            "Aucune condition tarifaire"
          )}
        </Text>
        <PriceLines
          lines={occupationPrix.lignes ?? []}
          totalLabel="Prix actuel"
          total={occupationPrix.prixActuel}
        />
      </div>
    </li>
  );
}
