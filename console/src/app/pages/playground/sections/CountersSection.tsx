import { CounterList } from "@/ui/layout/CounterList";

export function CountersSection() {
  return (
    <CounterList
      items={[
        { label: "Casiers valides", value: 1248, color: "grey" },
        { label: "Casiers libres", value: 903, color: "green" },
        { label: "Casiers occupés", value: 345, color: "orange" },
        { label: "Casiers inactifs", value: 17, color: "red" },
      ]}
    />
  );
}
