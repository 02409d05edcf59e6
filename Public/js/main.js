// @ts-check
import "./live.js";
import "./forms.js";
import "./board.js";
import "./composer.js";
import "./time.js";
import "./copy.js";
import "./fields.js";
