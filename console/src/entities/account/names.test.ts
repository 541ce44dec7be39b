import { expect, it } from "vitest";
import { ofName } from "./names";

it.each([
  ["Pauline Jacquet", "de Pauline Jacquet"],
  ["Inès Lacroix", "d'Inès Lacroix"],
  ["Émilie Weber", "d'Émilie Weber"],
  ["Hugo Petit", "d'Hugo Petit"],
  ["Yves Morel", "d'Yves Morel"],
  ["Yannick Le Goff", "de Yannick Le Goff"],
  ["anne@exemple.test", "d'anne@exemple.test"],
])("the payment of %s is « %s »", (name, words) => expect(ofName(name)).toBe(words));
