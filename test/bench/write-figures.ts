import { takeOver } from './figures.ts';

takeOver();
