import { memo } from "react";
import { useSwitchLocker } from "@/data/writes/lockers";
import { useConfirm } from "@/ui/confirm";
import { notifySuccess } from "@/ui/notify";
import { ToggleSwitch } from "@/ui/ToggleSwitch";

type LockerSwitchProps = {
  id: number;
  name: string;
  active: boolean;
  word: "casier" | "espace";
};

/** Puts a locker in or out of service, after a confirmation. */
export const LockerSwitch = memo(({ id, name, active, word }: LockerSwitchProps) => {
  const confirm = useConfirm();
  const { mutateAsync: switchLocker } = useSwitchLocker();

  const ask = async () => {
    const done = await confirm({
      kind: "edit",
      article: word === "casier" ? "le casier" : "l'espace",
      item: name,
      onConfirm: async () => void (await switchLocker({ id })),
    });
    const state = active ? "désactivé" : "activé";
    if (done)
      notifySuccess(`${word === "casier" ? "Le casier" : "L'espace"} ${name} est ${state}.`);
  };

  return <ToggleSwitch label={`Activer ${name}`} checked={active} onToggle={ask} />;
});
