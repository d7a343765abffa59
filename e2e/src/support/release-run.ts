/** A folder for the release that all test files of a run share. It is packed when the first of them needs it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    releaseFolder: string
  }
}

let folder = ''

export function setup(project: TestProject): void {
  folder = mkdtempSync(join(tmpdir(), 'checkout-release-'))
  project.provide('releaseFolder', folder)
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true })
}
