'use client'
import { Button } from './button'

/** The page as it is, on paper or as a PDF, by what the browser has for it. */
export const PrintButton = () => <Button onClick={() => window.print()}>Print</Button>
