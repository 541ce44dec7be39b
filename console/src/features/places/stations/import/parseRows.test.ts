import { describe, expect, it } from "vitest";
import { inputOf, parseRows } from "./parseRows";

const row = {
  nom: "A1",
  type: "Vélo",
  carte: "C1",
  ports: "1,2",
  etiquettes: "prise / abri",
  informations: "",
  places: "",
};

describe("the rows of an import", () => {
  it.each([
    ["semicolons", "A1;Vélo;C1;1,2;prise / abri"],
    ["tabs", "A1\tVélo\tC1\t1,2\tprise / abri"],
    ["commas and quotes", 'A1,Vélo,C1,"1,2",prise / abri'],
    ["a header", "Nom;Type;Carte;Ports;Étiquettes\r\nA1;Vélo;C1;1,2;prise / abri\r\n"],
    [
      "a header in another order",
      "ports;nom;type;carte;remarque;etiquettes\n1,2;A1;Vélo;C1;x;prise / abri",
    ],
    ["a separator line", "sep=;\r\nA1;Vélo;C1;1,2;prise / abri\r\n"],
    ["an odd separator", '"sep=|"\nA1|Vélo|C1|1,2|prise / abri'],
    ["old line ends", "Nom;Type;Carte;Ports;Étiquettes\rA1;Vélo;C1;1,2;prise / abri\r;;;;\r"],
    ["empty rows and columns", "A1;Vélo;C1;1,2;prise / abri;;;;\n;;;;;;;;\n"],
    ["a byte order mark and empty lines", "\uFEFF\nA1;Vélo;C1;1,2;prise / abri\n\n"],
  ])("reads %s", (_, text) => {
    expect(parseRows(text)).toEqual([row]);
  });

  it("finds none in an empty text", () => {
    expect(parseRows(" \n ")).toEqual([]);
    expect(parseRows("nom;type;carte;ports")).toEqual([]);
  });

  it("converts a line to the request body", () => {
    expect(inputOf(row, "indiv")).toEqual({
      nom: "A1",
      type: 2,
      stationCarteAdresse: "C1",
      stationCartePort: "1,2",
      etiquettes: ["prise", "abri"],
      complement: "",
    });
    expect(inputOf({ ...row, type: "", places: "24" }, "collec")).toMatchObject({
      type: 4,
      nbMaxSpaces: 24,
    });
  });

  it.each([
    ["", 2],
    ["VELO CARGO", 1],
    ["velo_cargo", 1],
    ["trottinette", 3],
    ["Espace", 4],
    ["Avion", -1],
  ])("reads the type « %s »", (type, id) => {
    expect(inputOf({ ...row, type }, "indiv").type).toBe(id);
  });
});
