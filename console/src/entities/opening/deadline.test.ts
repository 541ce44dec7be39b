import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { localDeadline, secondsUntil } from "./deadline";
import { useSecondsUntil } from "./useSecondsUntil";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const end = "2026-11-21T13:03:00+01:00";
const serverDate = "Sat, 21 Nov 2026 12:00:00 GMT";
const MINUTE = 60_000;

describe("the end of a code, by the clock of this machine", () => {
  it.each([
    ["right", NOON],
    ["ten minutes ahead", NOON + 10 * MINUTE],
    ["a day behind", NOON - 1440 * MINUTE],
  ])("is three minutes away when that clock is %s", (_, now) => {
    expect(localDeadline({ end, serverDate }, now)).toBe(now + 3 * MINUTE);
  });

  it("is nearer for a code that was issued earlier", () => {
    const later = "Sat, 21 Nov 2026 12:02:00 GMT";
    expect(localDeadline({ end, serverDate: later }, NOON)).toBe(NOON + MINUTE);
  });

  it("is never further than the lifetime of a code, although the header has no fraction of a second", () => {
    const fraction = "2026-11-21T12:03:00.974Z";
    expect(localDeadline({ end: fraction, serverDate }, NOON)).toBe(NOON + 3 * MINUTE);
  });

  it.each([
    ["trusts a plausible clock", NOON + MINUTE, NOON + 3 * MINUTE],
    [
      "falls back on the life of a code when the clock is ahead",
      NOON + 60 * MINUTE,
      NOON + 63 * MINUTE,
    ],
    ["and when it is behind", NOON - 60 * MINUTE, NOON - 57 * MINUTE],
  ])("without the server's clock, %s", (_, now, expected) => {
    expect(localDeadline({ end, serverDate: null }, now)).toBe(expected);
  });
});

it("counts the second under way, and nothing below zero", () => {
  expect(secondsUntil(NOON + 1, NOON)).toBe(1);
  expect(secondsUntil(NOON, NOON)).toBe(0);
  expect(secondsUntil(NOON - 5000, NOON)).toBe(0);
});

describe("the countdown", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("goes second by second", () => {
    const { result } = renderHook(() => useSecondsUntil(NOON + 3 * MINUTE));
    expect(result.current).toBe(180);
    act(() => vi.advanceTimersByTime(61_000));
    expect(result.current).toBe(119);
  });

  it("is right at once after the computer slept, when no timer ran", () => {
    const { result } = renderHook(() => useSecondsUntil(NOON + 3 * MINUTE));
    vi.setSystemTime(NOON + 2 * MINUTE);
    expect(result.current).toBe(180);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(result.current).toBe(60);
    vi.setSystemTime(NOON + 60 * MINUTE);
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(result.current).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
