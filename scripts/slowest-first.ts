/** An order of Vitest's: projects as vitest.config.ts lists them, and in each the larger files first. */
import { BaseSequencer, type TestSpecification } from 'vitest/node'

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project }: TestSpecification) => this.ctx.projects.indexOf(project)
    return sorted.sort((a, b) => place(a) - place(b))
  }
}
