/** Parts have six decimals, so percents have four: `toPercent(0.997) // 99.7` */
export function toPercent(part: number): number {
  return Math.round(part * 1_000_000) / 10_000
}

/** `toPart(99.7) // 0.997` */
export function toPart(percent: number): number {
  return Math.round(percent * 10_000) / 1_000_000
}
