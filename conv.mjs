import { chromium } from 'playwright-core';
import { readFileSync } from 'node:fs';
