/** The number of colours; also the level of the deepest. */
const MAX_STEP = 6;

export type Scale = {
  /** Returns the colour level of a value: 0 for nothing, `MAX_STEP` for the highest. */
  level: (value: number) => number;
  /** The range of values of each colour, both ends included. */
  steps: { level: number; from: number; to: number }[];
};

/** Returns up to six steps of the same round width, the last of which includes the highest value. */
export function scaleUpTo(most: number): Scale {
  const width = roundUp(Math.max(most, 1) / MAX_STEP);
  const count = Math.ceil(most / width);
  // Fewer than six steps are spread over the colours, so that the highest is always the deepest.
  const colour = (step: number) => Math.ceil((step * MAX_STEP) / Math.max(count, 1));
  return {
    level: (value) => colour(Math.ceil(value / width)),
    steps: Array.from({ length: count + 1 }, (_, step) => ({
      level: colour(step),
      from: step === 0 ? 0 : (step - 1) * width + 1,
      to: step * width,
    })),
  };
}

/** Rounds up to the next of 1, 2, 3, 4, 5, 6, 8, 10, 15, 20…: whole numbers that are easy to read. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  const factor = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find(
    (one) => one * power >= value && Number.isInteger(one * power),
  );
  return (factor ?? 10) * power;
}
