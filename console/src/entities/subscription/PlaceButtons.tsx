import { Button } from "@mantine/core";
import { useState } from "react";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { type Subscription, usePlaceSubscription } from "./api";
import { PlaceModal } from "./PlaceModal";
import { NBSP, placeName } from "./words";

/** Gives a subscription a locker, another one or none, where its tariff has places of one's own. */
export function PlaceButtons({ subscription }: { subscription: Subscription }) {
  const [choosing, setChoosing] = useState(false);
  const { casier, placeAttribuee, actions } = subscription;
  const runs = actions.includes("resilier");
  return (
    <>
      {runs && placeAttribuee && (
        <Button variant="default" onClick={() => setChoosing(true)}>
          {casier ? "Changer de casier" : "Attribuer un casier"}
        </Button>
      )}
      {runs && casier && <FreeButton subscription={subscription} />}
      {choosing && <PlaceModal subscription={subscription} onClose={() => setChoosing(false)} />}
    </>
  );
}

function FreeButton({ subscription }: { subscription: Subscription }) {
  const { mutateAsync: place } = usePlaceSubscription(subscription.id);
  const ask = useConfirmedWrite({
    question: {
      title: "Libérer le casier",
      question: `Voulez-vous vraiment libérer le casier attribué à cet abonné${NBSP}?`,
      consequences: [
        `${placeName(subscription)}${NBSP}: toute personne pourra l'utiliser.`,
        "L'abonnement continue, sans casier attribué.",
      ],
      action: "Libérer le casier",
      destroys: true,
    },
    write: () => place(null),
    done: "Le casier est libéré.",
  });
  return (
    <Button variant="default" onClick={ask}>
      Libérer le casier
    </Button>
  );
}
