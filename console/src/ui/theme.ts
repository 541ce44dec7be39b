import "@mantine/core/styles.layer.css";
import "./theme.css";
import { createTheme, type MantineColorsTuple, type OptionsFilter } from "@mantine/core";
import { fold } from "@/format/fold";

/** Deep teal, the only accent: contrast with white 6.6 to 1 at shade 7, 5.0 at shade 6. */
const lagoon: MantineColorsTuple = [
  "#eef8f6",
  "#d6efeb",
  "#aee0d9",
  "#7fccc3",
  "#55b8ad",
  "#2f978d",
  "#1b7c74",
  "#0f6660",
  "#0d544f",
  "#0b403d",
];

/** Neutral greys with a slight green tint, to go with the accent. */
const gray: MantineColorsTuple = [
  "#f6f8f8",
  "#eef2f2",
  "#e2e8e8",
  "#d2dada",
  "#b5c0c1",
  "#8a9798",
  "#5a686a",
  "#435053",
  "#2b3639",
  "#182124",
];

const dark: MantineColorsTuple = [
  "#dbe2e2",
  "#bcc6c7",
  "#97a4a6",
  "#748184",
  "#3f4b4e",
  "#2e383b",
  "#1f272a",
  "#171e20",
  "#11171a",
  "#0b1012",
];

/** Red is for refusals and losses: dark enough for white text from shade 6 on. */
const red: MantineColorsTuple = [
  "#fef3f2",
  "#fee4e2",
  "#fecdca",
  "#fda29b",
  "#f97066",
  "#f04438",
  "#d92d20",
  "#b42318",
  "#912018",
  "#7a271a",
];

const font = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';

/** The opacity of the overlay behind a dialog; theme.css repeats it. */
const overlayProps = { backgroundOpacity: 0.45 };

/** Finds the options of a list as every search does. */
const matching: OptionsFilter = ({ options, search }) =>
  options.filter((option) => "label" in option && fold(option.label).includes(fold(search)));

export const theme = createTheme({
  colors: { lagoon, gray, dark, red },
  primaryColor: "lagoon",
  primaryShade: { light: 7, dark: 6 },
  black: gray[9],
  fontFamily: font,
  fontSizes: { xs: "0.75rem", sm: "0.875rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.35", sm: "1.45", md: "1.5", lg: "1.55", xl: "1.6" },
  headings: {
    fontFamily: font,
    fontWeight: "650",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.125rem", lineHeight: "1.35" },
      h3: { fontSize: "1rem", lineHeight: "1.4" },
      h4: { fontSize: "0.875rem", lineHeight: "1.45" },
    },
  },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
  radius: { sm: "0.375rem", md: "0.5rem" },
  defaultRadius: "sm",
  cursorType: "pointer",
  respectReducedMotion: true,
  // By name, so that the theme imports none of these components into the first bundle.
  components: {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "description", "error"] },
    },
    // theme.css stops the page from scrolling behind a dialog; Mantine's own way writes a style element that
    // the content security policy refuses.
    Modal: {
      defaultProps: {
        lockScroll: false,
        overlayProps,
        centered: true,
        radius: "md",
        closeButtonProps: { "aria-label": "Fermer", size: "md" },
      },
    },
    // Screen readers skip the decorative arrow.
    ComboboxChevron: { defaultProps: { "aria-hidden": true } },
    // Menus, lists of choices and calendars are popovers; theme.css has the order of the layers.
    Popover: { defaultProps: { zIndex: "var(--layer-list)" } },
    Select: { defaultProps: { filter: matching } },
    MultiSelect: { defaultProps: { filter: matching } },
    Paper: { defaultProps: { radius: "md" } },
    Drawer: { defaultProps: { lockScroll: false, overlayProps } },
  },
});
