import type { LockerStay } from "@/entities/locker/api";
import { PersonLink, TariffLink } from "@/kit/routing/NamedLinks";
import { customerName, tariffName } from "./wording";

/** Who has the locker; their page opens with the stay. */
export const Customer = ({ stay }: { stay: LockerStay }) => (
  <PersonLink
    person={stay.utilisateur}
    name={customerName(stay)}
    scope={stay.utilisation.exploitant}
    stay={stay.utilisation.id}
  />
);

export const StayTariff = ({ stay }: { stay: LockerStay }) =>
  stay.tarif ? (
    <TariffLink tariff={{ id: stay.tarif.id, nom: tariffName(stay) }} />
  ) : (
    tariffName(stay)
  );
