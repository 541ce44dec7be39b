import { screen } from "@testing-library/react";
import { useForm } from "react-hook-form";
import { expect, it } from "vitest";
import { renderUi } from "@/test/render";
import { DateField } from "./DateField";

function Day() {
  const { control } = useForm({ defaultValues: { debut: "" } });
  return <DateField control={control} name="debut" label="Début" />;
}

it.each([
  [" 27/11/2026", "27-11-2026"],
  ["2026-11-27", "27-11-2026"],
  ["27\u201111\u20112026\u00a0", "27-11-2026"],
  ["27/13/2026", "27/13/2026"],
])("shows the day that is pasted as %j as %j", async (pasted, shown) => {
  const { user } = renderUi(<Day />);
  await user.click(screen.getByRole("textbox", { name: "Début" }));
  await user.paste(pasted);
  await user.tab();
  expect(screen.getByRole("textbox", { name: "Début" })).toHaveValue(shown);
});
