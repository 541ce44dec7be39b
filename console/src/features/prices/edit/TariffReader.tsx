import { useState } from "react";
import { kindOf, termsInWords } from "@/entities/tariff/words";
import { Block } from "@/ui/layout/Block";
import { Facts } from "@/ui/layout/Facts";
import { SimulationModal } from "../simulation/SimulationModal";
import { BeneficiariesSection } from "./beneficiaries/BeneficiariesSection";
import { Header } from "./Header";
import { PeriodsSection } from "./periods/PeriodsSection";
import { StationsSection } from "./stations/StationsSection";
import type { TariffProps } from "./tariffProps";
import { WeekSection } from "./week/WeekSection";

/** The read-only version of the page. */
export function TariffReader({ tariff, stations }: TariffProps) {
  const [simulating, setSimulating] = useState(false);
  return (
    <>
      <Header label={tariff.libelleAdmin} onSimulate={() => setSimulating(true)} />
      <Block title="Informations générales">
        <Facts
          roomy
          items={[
            { label: "Libellé administrateur", value: tariff.libelleAdmin },
            { label: "Nom public", value: tariff.libellePublic },
          ]}
        />
      </Block>
      <Block title="Coût et plages de fonctionnement">
        <Facts
          roomy
          items={[{ label: "Type de tarif", value: kindOf(tariff) }, ...termsInWords(tariff)]}
        />
      </Block>
      <PeriodsSection tariffId={tariff.id} />
      <StationsSection
        tariffId={tariff.id}
        followed={tariff.typesSuivis}
        sold={tariff.abonnement}
        stations={stations}
      />
      <BeneficiariesSection tariffId={tariff.id} />
      <WeekSection tariff={tariff} />
      {simulating && (
        <SimulationModal opened onClose={() => setSimulating(false)} tariffId={tariff.id} />
      )}
    </>
  );
}
