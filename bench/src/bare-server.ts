/** The baseline: Express 5 answering constant JSON of the same size as the checkout's. */
import express from 'express'
import { serveBench } from './serve.ts'

const size = Number(process.argv[2])
const answer = { filler: 'x'.repeat(size - '{"filler":""}'.length) }

const app = express()
app.post('/v1/payments', express.json(), (_request, response) => {
  response.status(201).json(answer)
})
app.get('/v1/payments/:id', (_request, response) => {
  response.json(answer)
})
await serveBench(app)
