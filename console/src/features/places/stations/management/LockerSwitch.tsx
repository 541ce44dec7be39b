import { memo } from "react";
import { useAskWhetherRepaired } from "@/entities/intervention/closing/useAskWhetherRepaired";
import { useSwitchService } from "@/entities/locker/useSwitchService";
import { ToggleSwitch } from "@/ui/form/ToggleSwitch";

type LockerSwitchProps = Parameters<typeof useSwitchService>[0];

/** Puts a locker in or out of service, after a confirmation. */
export const LockerSwitch = memo((locker: LockerSwitchProps) => {
  const askWhetherRepaired = useAskWhetherRepaired();
  const onReturn = () => askWhetherRepaired({ lockerId: locker.id });
  const ask = useSwitchService({ ...locker, onReturn });
  return <ToggleSwitch label={`Activer ${locker.name}`} checked={locker.active} onToggle={ask} />;
});
