import { memo } from "react";
import { useSwitchService } from "@/entities/locker/useSwitchService";
import { ToggleSwitch } from "@/ui/form/ToggleSwitch";

type LockerSwitchProps = Parameters<typeof useSwitchService>[0];

/** Puts a locker in or out of service, after a confirmation. */
export const LockerSwitch = memo((locker: LockerSwitchProps) => {
  const ask = useSwitchService(locker);
  return <ToggleSwitch label={`Activer ${locker.name}`} checked={locker.active} onToggle={ask} />;
});
