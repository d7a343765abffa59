/** Numbers of versions: https://semver.org */
import { ReleaseError } from './refusal.ts'

type Version = {
  readonly numbers: readonly [major: number, minor: number, patch: number]
  /** `rc.1` of `1.0.0-rc.1`. */
  readonly suffix: string | null
}

/** The step that a change makes of the number. */
export type Step = 'major' | 'minor' | 'patch'

/** Throws ReleaseError for anything but `1.2.3` or `1.2.3-rc.1`. */
export function parseVersion(text: string): Version {
  const [, major, minor, patch, suffix] = /^(\d+)\.(\d+)\.(\d+)(?:-([\da-z]+(?:\.[\da-z]+)*))?$/.exec(text) ?? []
  if (patch === undefined) {
    throw new ReleaseError(`${text} is not a version: write three numbers, as in 1.2.3 or 1.2.3-rc.1.`)
  }
  return { numbers: [Number(major), Number(minor), Number(patch)], suffix: suffix ?? null }
}

/** Before 1.0.0, a change that breaks something raises the second number. */
export function raiseVersion(version: string, step: Step): string {
  const [major, minor, patch] = parseVersion(version).numbers
  if (step === 'major' && major > 0) return `${major + 1}.0.0`
  return step === 'patch' ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`
}

/** Tells whether `version` comes after `other`. Two with suffixes are compared by their numbers and texts. */
export function isLater(version: string, other: string): boolean {
  const [a, b] = [parseVersion(version), parseVersion(other)]
  for (const [index, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference > 0
  }
  if (a.suffix === null || b.suffix === null) return a.suffix === null && b.suffix !== null
  return a.suffix.localeCompare(b.suffix, 'en', { numeric: true }) > 0
}
