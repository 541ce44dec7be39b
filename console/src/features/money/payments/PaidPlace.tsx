import type { Payment } from "@/entities/payment/types";
import { LockerLink, StationLink, TariffLink } from "@/kit/routing/NamedLinks";
import { isStay } from "./wording";

/** Where the stay that is paid was, or the subscription that is paid, with their pages. */
export function PaidPlace({ payment: { utilisations } }: { payment: Payment }) {
  const [paid] = utilisations;
  if (!paid) return "–";
  return isStay(paid) ? (
    <>
      <StationLink station={paid.station} /> –{" "}
      <LockerLink station={paid.station} locker={paid.casier} />
    </>
  ) : (
    <TariffLink tariff={{ id: paid.tarif.id, nom: paid.libellePublic || paid.libelle }} />
  );
}
