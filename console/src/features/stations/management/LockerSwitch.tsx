import { memo } from "react";
import { useSwitchLocker } from "@/data/writes/lockers";
import { useConfirmedWrite } from "@/kit/records/useConfirmedWrite";
import { ToggleSwitch } from "@/ui/ToggleSwitch";

type LockerSwitchProps = {
  id: number;
  name: string;
  active: boolean;
  word: "casier" | "espace";
};

/** Puts a locker in or out of service, after a confirmation. */
export const LockerSwitch = memo(({ id, name, active, word }: LockerSwitchProps) => {
  const { mutateAsync: switchLocker } = useSwitchLocker();
  const state = active ? "désactivé" : "activé";
  const ask = useConfirmedWrite({
    question: { kind: "edit", article: word === "casier" ? "le casier" : "l'espace", item: name },
    write: () => switchLocker({ id }),
    done: `${word === "casier" ? "Le casier" : "L'espace"} ${name} est ${state}.`,
  });
  return <ToggleSwitch label={`Activer ${name}`} checked={active} onToggle={ask} />;
});
