import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { FormModal } from "@/kit/records/FormModal";
import { notifySuccess } from "@/ui/feedback/notify";
import { FormError } from "@/ui/form/FormError";
import { SelectField } from "@/ui/form/moreFields";
import { freeLockersQuery, type Subscription, usePlaceSubscription } from "./api";
import { NBSP, placeName } from "./words";

const schema = v.object({
  idCasier: v.pipe(v.string(), v.nonEmpty("Veuillez choisir un casier")),
});

/** Chooses the locker that a subscriber has to themselves. */
export function PlaceModal(props: { subscription: Subscription; onClose: () => void }) {
  const { subscription, onClose } = props;
  const { data: free, error } = useQuery(freeLockersQuery(subscription.id));
  const { mutateAsync: place } = usePlaceSubscription(subscription.id);
  const { casier, libellePublic } = subscription;
  return (
    <FormModal
      title={casier ? "Changer de casier" : "Attribuer un casier"}
      submit={casier ? "Changer" : "Attribuer"}
      onClose={onClose}
      schema={schema}
      values={{ idCasier: "" }}
      write={async ({ idCasier }) => {
        const { casier: given } = await place(Number(idCasier));
        notifySuccess(`Le casier ${given?.nom} est attribué.`);
      }}
      // The locker was taken meanwhile, or its station is full: another one may do.
      showRefusal={({ status, message }, { setError }, isAtField) => {
        const ofLocker = status === 409 && !isAtField;
        if (ofLocker) setError("idCasier", { type: "server", message }, { shouldFocus: true });
        return ofLocker;
      }}
    >
      {({ control }) => (
        <>
          <Text>
            {casier
              ? `${placeName(subscription)}, est libéré. L'abonné aura le suivant pour lui seul.`
              : `L'abonné aura ce casier pour lui seul, tant que dure son abonnement «${NBSP}${libellePublic}${NBSP}».`}
          </Text>
          <SelectField
            control={control}
            name="idCasier"
            label="Casier"
            hint={free?.length === 0 ? "Aucun casier de cet abonnement n'est libre." : undefined}
            required
            autoFocus
            data={[{ value: "", label: "Choisir" }, ...byStation(free ?? [])]}
          />
          <FormError message={error?.message} />
        </>
      )}
    </FormModal>
  );
}

type FreeLocker = { id: number; nom: string; station: { nom: string } };

/** The lockers under the names of their stations. */
const byStation = (lockers: readonly FreeLocker[]) =>
  [...new Set(lockers.map(({ station }) => station.nom))].map((group) => ({
    group,
    items: lockers
      .filter(({ station }) => station.nom === group)
      .map(({ id, nom }) => ({ value: String(id), label: nom })),
  }));
